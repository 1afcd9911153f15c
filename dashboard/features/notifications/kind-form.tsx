import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { NewChannelAnswer } from '../../../core/api/channel-api';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../data/session';
import { FailureAlert } from '../../ui/failure-alert';
import { takeFocus } from '../../ui/take-focus';
import type { Run } from '../../shared/reauthentication/use-reauthentication';
import { firstTyped, kindFields, newChannelOf, type FormKind, type KindField } from './channel-kinds';

interface KindFormProps {
  readonly kind: FormKind;
  readonly run: Run;
  readonly onAdded: (answer: NewChannelAnswer) => void;
  readonly onBack: () => void;
}

/** The form of one kind of channel. */
export function KindForm({ kind, run, onAdded, onBack }: KindFormProps) {
  const text = useText();
  const { channels } = useBackend();
  const { email, emailVerified } = useOwner();
  const [typed, setTyped] = useState(firstTyped(kind));
  const canOwn = kind === 'mail' && email !== null && emailVerified;
  const [own, setOwn] = useState(canOwn);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const faultOf = useFieldFault(kind, failure);
  const fields = own ? [] : kindFields[kind];
  const atField = fields.some(({ name }) => faultOf(name) !== undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const answer = await run(() => channels.add(newChannelOf(kind, typed, own)));
    setBusy(false);
    if (answer.ok) onAdded(answer.value);
    else setFailure(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text fw={600}>{text(`notify.kind.${kind}`)}</Text>
        {/* The sign-in service has confirmed the owner's own address: it needs no code. */}
        {!own && <Text size="sm">{text(`notify.how.${kind}`)}</Text>}
        {canOwn && (
          <Radio.Group
            aria-label={text('notify.field.address')}
            value={own ? 'own' : 'other'}
            onChange={(value) => setOwn(value === 'own')}
          >
            <Stack gap={8}>
              <Radio value="own" label={text('notify.mailOwn', { email })} />
              <Radio value="other" label={text('notify.mailOther')} />
            </Stack>
          </Radio.Group>
        )}
        {fields.map(({ name, label, type, placeholder = '' }, at) => (
          <TextInput
            key={name}
            {...(at === 0 ? { ref: takeFocus } : {})}
            label={text(`notify.field.${label}`)}
            type={type === 'email' ? 'email' : 'text'}
            inputMode={type}
            dir="ltr"
            placeholder={placeholder}
            autoComplete={type === 'email' ? 'email' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            value={typed[name] ?? ''}
            error={faultOf(name)}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {failure && !atField && <FailureAlert failure={failure} />}
        <Group justify="space-between" gap="xs">
          <Button variant="default" onClick={onBack}>
            {text('notify.back')}
          </Button>
          <Button type="submit" loading={busy}>
            {text('notify.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is wrong with a field. Of an address that is not allowed, the sentence that fits this kind of channel. */
function useFieldFault(kind: FormKind, failure: Failure | null) {
  const text = useText();
  const faultText = useFaultText();
  return (name: KindField['name']): string | undefined => {
    const fault = failure?.fields?.[name];
    if (fault === undefined) return undefined;
    if (failure?.code !== 'api/address-not-allowed' || fault !== 'other') return faultText(fault);
    return kind === 'discord' || kind === 'slack'
      ? text('notify.wrongUrl', { kind: text(`notify.kind.${kind}`) })
      : kind === 'mail'
        ? text('failure.api/address-not-allowed')
        : text('notify.wrongServer');
  };
}
