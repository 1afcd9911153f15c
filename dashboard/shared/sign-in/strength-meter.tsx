import { Text } from '@mantine/core';
import { useText } from '../../messages/text';
import { passwordStrength, strengthLevels } from './password-strength';
import styles from './strength-meter.module.css';

interface StrengthMeterProps {
  readonly password: string;
  readonly email: string;
}

/** Phrasing content only, so that it can be the field's description, which screen readers read with the field. */
export function StrengthMeter({ password, email }: StrengthMeterProps) {
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
