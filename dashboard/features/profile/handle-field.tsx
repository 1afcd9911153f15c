import { Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { unreachable } from '@busker/core/base/result';
import { claimableHandle } from '@busker/core/profile/draft';
import { IconCircleCheck } from '../../icons/screen-icons';
import type { HandleState } from '../../data/backend';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useFaultText, useText, type Say } from '../../messages/text';
import styles from './profile.module.css';

type HandleVerdict =
  | { readonly kind: 'empty' }
  /** The fault: which rule it breaks. */
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'checking' }
  | { readonly kind: HandleState; readonly handle: string }
  | { readonly kind: 'unknown' };

const restMillis = 350;

/** Whether a handle is available, while it is typed. `live`: the published one, which needs no request. */
function useHandleState(typed: string, live: string | null): HandleVerdict {
  const { api } = useBackend();
  const [asked, setAsked] = useState<{ handle: string; verdict: HandleVerdict } | null>(null);
  const parsed = v.safeParse(claimableHandle, typed);
  const handle = parsed.success ? parsed.output : null;
  const askFor = handle === live ? null : handle;

  useEffect(() => {
    if (!askFor) return undefined;
    const stop = new AbortController();
    const ask = () => {
      void api.handleState(askFor, stop.signal).then((answer) => {
        if (stop.signal.aborted) return;
        setAsked({
          handle: askFor,
          verdict: answer.ok ? { kind: answer.value, handle: askFor } : { kind: 'unknown' },
        });
      });
    };
    const timer = setTimeout(ask, restMillis);
    // Asks again when the connection is back.
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', ask);
      stop.abort();
    };
  }, [api, askFor]);

  if (typed.trim() === '') return { kind: 'empty' };
  if (!parsed.success) return { kind: 'wrong', reason: parsed.issues[0].message };
  if (!askFor) return { kind: 'yours', handle: parsed.output };
  return asked?.handle === askFor ? asked.verdict : { kind: 'checking' };
}

function words(verdict: HandleVerdict, text: Say, faultText: (fault: string) => string): string {
  switch (verdict.kind) {
    case 'empty':
      return '';
    case 'wrong':
      return faultText(verdict.reason);
    case 'checking':
      return text('profile.handleChecking');
    case 'unknown':
      return text('profile.handleUnknown');
    case 'free':
      return text('profile.handleFree', { handle: `@${verdict.handle}` });
    case 'yours':
      return text('profile.handleYours', { handle: `@${verdict.handle}` });
    case 'taken':
      return text('profile.handleTaken', { handle: `@${verdict.handle}` });
    default:
      return unreachable(verdict);
  }
}

export function HandleField() {
  const text = useText();
  const faultText = useFaultText();
  const { host } = useBackend();
  const { draft, problems, type } = useDraft();
  const published = loaded(usePublished())?.handle ?? null;
  const verdict = useHandleState(draft.handle, published);
  const refused = verdict.kind === 'taken' || verdict.kind === 'wrong';
  const said = words(verdict, text, faultText);
  const fine = verdict.kind === 'free' || verdict.kind === 'yours';
  const renamed = published && verdict.kind === 'free' && verdict.handle !== published;

  return (
    <TextInput
      id="field-handle"
      label={text('profile.handle')}
      leftSection={<span className={styles.at}>@</span>}
      // An address is written from left to right in every language: the @ stands before the handle.
      dir="ltr"
      inputContainer={(input) => <div dir="ltr">{input}</div>}
      leftSectionWidth={34}
      rightSection={fine && <IconCircleCheck size={19} className={styles.fine} aria-hidden />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft.handle}
      onChange={(event) => type(setField(['handle'], event.currentTarget.value))}
      error={problems.handle ?? (refused ? said : undefined)}
      description={
        <span role="status">
          {!refused && said}
          {verdict.kind === 'empty' &&
            text('profile.handleHint', { address: `${host.replace(/^https?:\/\//, '')}/@ada` })}
          {renamed && (
            <Text component="span" display="block" inherit>
              {text('profile.handleAlias', { old: published })}
            </Text>
          )}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
}
