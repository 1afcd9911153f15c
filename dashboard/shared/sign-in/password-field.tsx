import { PasswordInput, Text, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useText } from '../../messages/text';
import { passwordStrength, strengthLevels } from './password-strength';
import styles from './strength-meter.module.css';

interface StrengthMeterProps {
  readonly password: string;
  readonly email: string;
}

/** Phrasing content only, so that it can be the field's description, which screen readers read with the field. */
function StrengthMeter({ password, email }: StrengthMeterProps) {
  const text = useText();
  const level = passwordStrength(password, email);
  const reached = password === '' ? 0 : strengthLevels.indexOf(level) + 1;
  return (
    <span className={styles.meter}>
      <span className={styles.bars} data-level={level} aria-hidden="true">
        {strengthLevels.map((name, at) => (
          <span key={name} data-on={at < reached || undefined} />
        ))}
      </span>
      <Text component="span" display="block" size="xs" c="dimmed" aria-live="polite">
        {password === ''
          ? text('strength.none')
          : text('strength.label', { level: text(`strength.${level}`) })}
      </Text>
    </span>
  );
}

type PasswordFieldProps = Pick<
  PasswordInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'name'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'autoComplete'
  | 'required'
  | 'withAsterisk'
> & { readonly ref?: Ref<HTMLInputElement> };

/** A password field with a show button. Mantine sets `aria-invalid` on every field except this one. */
export function PasswordField(props: PasswordFieldProps) {
  const text = useText();
  return (
    <PasswordInput
      label={text('signIn.password')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'description'> {
  /** The password to rate. */
  readonly password: string;
  readonly email: string;
}

/** A field for a new password, with a strength meter. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      description={<StrengthMeter password={password} email={email} />}
      {...props}
    />
  );
}
