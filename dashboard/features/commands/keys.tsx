import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { useText } from '../../messages/text';
import { isApple, keyNames } from './key-names';
import styles from './commands.module.css';

/** The keys of a shortcut, as printed on this keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  const text = useText();
  return (
    <span className={styles.keys}>
      {keyNames(keys, isApple()).map((stroke, at) => (
        <Fragment key={stroke.join('+')}>
          {at > 0 && <span className={styles.then}>{text('keys.then')}</span>}
          {stroke.map((name) => (
            <Kbd key={name} size="xs">
              {name}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
