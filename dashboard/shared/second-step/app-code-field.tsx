import { TextInput } from '@mantine/core';
import { useText } from '../../messages/text';

/** People type codes with the space that apps show in the middle. */
export const plainCode = (typed: string): string => typed.replace(/\D/g, '');

interface AppCodeFieldProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly isWrong: boolean;
  /** The dialog begins at this field. */
  readonly isFirst?: boolean;
}

/** The six digits of an authenticator app. */
export function AppCodeField({ code, onCode, isWrong, isFirst = false }: AppCodeFieldProps) {
  const text = useText();
  return (
    <TextInput
      {...(isFirst ? { 'data-autofocus': true } : {})}
      label={text('twoStep.code')}
      description={text('twoStep.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      error={isWrong && text('twoStep.codeWrong')}
      value={code}
      onChange={(event) => onCode(event.currentTarget.value)}
    />
  );
}
