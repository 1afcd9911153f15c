import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { BooksAnswer } from '../../../core/books/books-api';
import { kindOfPeriod, type Period } from '../../../core/locale/periods';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { useTimeZone } from '../../preferences/preferences';
import { useAmounts } from '../../tips/tip-words';
import { useNameOfPeriod } from './period-choice';

type Books = Pick<BooksAnswer, 'from' | 'until' | 'yearStart' | 'closedYears' | 'changed' | 'later'>;

const isWithin = (period: Period, year: Period) => year.from <= period.from && period.until <= year.until;

/** What closed years mean for the days that are shown; also on paper. */
export function AboutClosing({ books }: { readonly books: Books }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { charged, booked } = useAmounts();
  const zone = useTimeZone();
  const year = books.closedYears.find((each) => isWithin(books, each));
  const lines = [
    year !== undefined &&
      text('books.closedOn', { date: formatDate(year.closedAt, { dateStyle: 'long', timeZone: zone }) }),
    ...books.changed.map(({ currency, amount }) =>
      text('books.changed', { amount: booked(amount, currency) }),
    ),
    ...books.later.map(({ currency, refunded, disputed }) =>
      text('books.later', { amount: charged(0 - (refunded + disputed), currency) }),
    ),
  ].filter((line) => line !== false);
  return lines.map((line) => (
    <Text key={line} size="sm" role="note">
      {line}
    </Text>
  ));
}

interface CloseYearPanelProps {
  readonly books: Books;
  readonly today: string;
  readonly onClose: () => Promise<void>;
}

/** Closes a tax year that is over. It asks once more, since it cannot be undone. */
export function CloseYearPanel({ books, today, onClose }: CloseYearPanelProps) {
  const text = useText();
  const nameOf = useNameOfPeriod();
  const [step, setStep] = useState<'idle' | 'asking' | 'closing'>('idle');
  const closed = books.closedYears.find((each) => each.from <= books.until && books.from <= each.until);
  if (kindOfPeriod(books, books.yearStart) !== 'year' || books.until >= today) return null;
  if (closed !== undefined && isWithin(books, closed)) return null;
  const close = async () => {
    setStep('closing');
    await onClose();
    setStep('idle');
  };
  return (
    <Panel heading={text('books.closing')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {closed === undefined
            ? text('books.closeNote')
            : text('books.closeOverlaps', { year: nameOf(closed) })}
        </Text>
        {closed === undefined && step === 'idle' && (
          <Button variant="default" onClick={() => setStep('asking')}>
            {text('books.close', { year: nameOf(books) })}
          </Button>
        )}
        {step !== 'idle' && (
          <>
            <Text size="sm" fw={600} role="alert">
              {text('books.closeSure')}
            </Text>
            <Group gap="sm">
              <Button loading={step === 'closing'} onClick={() => void close()}>
                {text('books.closeNow')}
              </Button>
              <Button variant="default" disabled={step === 'closing'} onClick={() => setStep('idle')}>
                {text('refund.cancel')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
