import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId, type Ref } from 'react';
import { useText } from '../../messages/text';
import { StrengthMeter } from './strength-meter';

type PasswordFieldProps = Pick<
  PasswordInputProps,
  'label' | 'error' | 'name' | 'value' | 'onChange' | 'onBlur' | 'autoComplete' | 'aria-describedby'
> & { readonly ref?: Ref<HTMLInputElement> };

/** A password that can be looked at. */
export function PasswordField(props: PasswordFieldProps) {
  const text = useText();
  return (
    <PasswordInput
      label={text('signIn.password')}
      visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
      {...props}
    />
  );
}

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'aria-describedby'> {
  /** What the strength is told of. */
  readonly password: string;
  readonly email: string;
}

/** One that is being chosen: how hard it is to guess stands below. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  const meterId = useId();
  return (
    <div>
      <PasswordField autoComplete="new-password" aria-describedby={meterId} {...props} />
      <StrengthMeter id={meterId} password={password} email={email} />
    </div>
  );
}
