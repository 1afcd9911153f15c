import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { codePointLength } from '../../../../core/base/text';
import { useText } from '../../../messages/text';
import type { Failure } from '../../../data/failure';
import type { Enrolment } from '../../../data/second-factors';
import { AppCodeField, plainCode } from '../../../shared/second-step/app-code-field';
import { FailureAlert } from '../../../ui/failure-alert';
import { CopyButton } from './copy-button';
import { QrPicture } from '../../../ui/qr-picture';
import { focusFault, useTooLong } from '../../../ui/too-long';
import styles from './two-step.module.css';

/** Characters of an app's name. */
const longestName = 60;

interface EnrolFormProps {
  readonly enrolment: Enrolment;
  readonly onDone: () => void;
}

/** The key for the app, as a picture and as text, and the code that proves that the app has it. */
export function EnrolForm({ enrolment, onDone }: EnrolFormProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isWrong = failure?.code === 'auth/invalid-verification-code';

  const nameFault = useTooLong()(name.trim(), longestName, codePointLength);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (nameFault !== null) return focusFault(event.currentTarget);
    setBusy(true);
    setFailure(null);
    const answer = await enrolment.finish(plainCode(code), name.trim());
    setBusy(false);
    if (answer.ok) onDone();
    else setFailure(answer.problem);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{text('twoStep.scan')}</Text>
        <div className={styles.code}>
          <QrPicture content={enrolment.address} label={text('twoStep.qr')} />
        </div>
        <div>
          <Text size="sm">{text('twoStep.noCamera')}</Text>
          <div className={styles.key}>
            <code aria-label={text('twoStep.key')} dir="ltr">
              {(enrolment.key.match(/.{1,4}/g) ?? []).join(' ')}
            </code>
            <CopyButton content={enrolment.key} label={text('twoStep.copyKey')} />
          </div>
        </div>
        <TextInput
          label={text('twoStep.name')}
          placeholder={text('twoStep.namePlaceholder')}
          error={nameFault}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AppCodeField code={code} onCode={setCode} isWrong={isWrong} />
        {failure && !isWrong && <FailureAlert failure={failure} />}
        <div>
          <Button type="submit" loading={busy}>
            {text('twoStep.finish')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
