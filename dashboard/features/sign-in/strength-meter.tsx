import { Text } from '@mantine/core';
import { useText } from '../../messages/text';
import { passwordStrength, strengthLevels } from './password-strength';
import styles from './strength-meter.module.css';

interface StrengthMeterProps {
  readonly id: string;
  readonly password: string;
  readonly email: string;
}

export function StrengthMeter({ id, password, email }: StrengthMeterProps) {
  const text = useText();
  const level = passwordStrength(password, email);
  const reached = password === '' ? 0 : strengthLevels.indexOf(level) + 1;
  return (
    <div id={id} className={styles.meter}>
      <div className={styles.bars} data-level={level} aria-hidden="true">
        {strengthLevels.map((name, at) => (
          <span key={name} data-on={at < reached || undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-live="polite">
        {password === ''
          ? text('strength.none')
          : text('strength.label', { level: text(`strength.${level}`) })}
      </Text>
    </div>
  );
}
