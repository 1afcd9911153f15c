import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture}
      <Title order={2} size="h3" mt="md">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mt={4} maw={380}>
        {text}
      </Text>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Illustrations for empty states. The text beside them has all the information. */
export function HatPicture() {
  return (
    <svg width="148" height="104" viewBox="0 0 148 104" aria-hidden="true" focusable="false">
      <ellipse cx="74" cy="95" rx="46" ry="5" className={styles.shadow} />
      <path
        d="M34 46h80l-5.4 33.4A16 16 0 0 1 92.8 93H55.2a16 16 0 0 1-15.8-13.6z"
        className={styles.brand}
      />
      <path d="M35.8 57h76.4l-1.8 11H37.6z" className={styles.band} />
      <path d="M20 46h108" className={styles.brim} />
      <g className={styles.fall}>
        <circle cx="74" cy="22" r="11" className={styles.coin} />
        <circle cx="74" cy="22" r="7.2" className={styles.coinRing} />
      </g>
      <circle cx="106" cy="17" r="6" className={styles.coinSoft} />
      <circle cx="45" cy="27" r="4.5" className={styles.coinSoft} />
    </svg>
  );
}

export function LinksPicture() {
  return (
    <svg width="148" height="92" viewBox="0 0 148 92" aria-hidden="true" focusable="false">
      <rect x="29" y="6" width="90" height="22" rx="8" className={styles.sheet} />
      <rect x="21" y="35" width="106" height="24" rx="8" className={styles.sheetFront} />
      <rect x="29" y="66" width="90" height="22" rx="8" className={styles.sheet} />
      <circle cx="41" cy="17" r="4.5" className={styles.coinSoft} />
      <circle cx="35" cy="47" r="5.5" className={styles.brand} />
      <circle cx="41" cy="77" r="4.5" className={styles.coinSoft} />
      <path d="M53 17h38M48 47h54M53 77h30" className={styles.line} />
    </svg>
  );
}

export function LostPicture() {
  return (
    <svg width="148" height="92" viewBox="0 0 148 92" aria-hidden="true" focusable="false">
      <path d="M14 70c20-18 34 8 56-8s36-26 64-14" className={styles.path} />
      <circle cx="14" cy="70" r="5" className={styles.brand} />
      <path d="M127 41l14 14m0-14l-14 14" className={styles.cross} />
      <circle cx="72" cy="24" r="9" className={styles.coin} />
      <circle cx="72" cy="24" r="5.8" className={styles.coinRing} />
    </svg>
  );
}
