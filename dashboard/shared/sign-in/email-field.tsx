import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useText } from '../../messages/text';

type EmailFieldProps = Pick<TextInputProps, 'error' | 'name' | 'value' | 'onChange' | 'onBlur'> & {
  readonly ref?: Ref<HTMLInputElement>;
};

/** The email field, marked up for password managers. */
export function EmailField(props: EmailFieldProps) {
  const text = useText();
  return (
    <TextInput
      label={text('signIn.email')}
      placeholder={text('signIn.emailPlaceholder')}
      type="email"
      autoComplete="username"
      inputMode="email"
      {...props}
    />
  );
}
