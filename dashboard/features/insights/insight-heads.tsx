import { Text } from '@mantine/core';
import { currencyCodes } from '@busker/core/money/money';
import { useText } from '../../messages/text';
import { useFigures } from './insight-panels';
import { conversion, isNothing, type Insights } from './insight-sums';
import styles from './insights.module.css';

interface InsightHeadsProps {
  readonly insights: Insights;
  readonly before: Insights;
  /** Tips were left out, so that those of the period before cannot be compared. */
  readonly cut: boolean;
}

interface Head {
  readonly name: string;
  readonly figure: string;
  /** Compared with the period before; null = cannot be compared. */
  readonly change: string | null;
}

/** The sums of the period, each compared with the period before. */
export function InsightHeads({ insights, before, cut }: InsightHeadsProps) {
  const text = useText();
  const write = useFigures();
  const first = before.days[0]?.day ?? '';
  const last = before.days.at(-1)?.day ?? '';
  const span = { from: write.day(first), to: write.day(last) };
  const hasNone = isNothing(before);
  const change = (now: number, then: number, figure: (value: number) => string): string | null => {
    if (hasNone) return null;
    if (now === then) return text('insights.same');
    if (then <= 0) return text('insights.noneBefore');
    const by = Math.abs(now - then);
    const difference = { figure: figure(by), share: write.share(by / then) };
    return text(now > then ? 'insights.more' : 'insights.less', difference);
  };
  const ratio = (of: Insights) => conversion(of.tips, of.views);
  const tipChange = (given: string | null) => (cut ? null : given);
  const counts: readonly Head[] = [
    {
      name: text('insights.views'),
      figure: write.count(insights.views),
      change: change(insights.views, before.views, write.count),
    },
    {
      name: text('insights.clicks'),
      figure: write.count(insights.clicks),
      change: change(insights.clicks, before.clicks, write.count),
    },
    {
      name: text('insights.tips'),
      figure: write.count(insights.tips),
      change: tipChange(change(insights.tips, before.tips, write.count)),
    },
    {
      name: text('insights.conversion'),
      figure: write.share(ratio(insights)),
      change: tipChange(
        ratio(before) === null ? null : text('insights.wasBefore', { figure: write.share(ratio(before)) }),
      ),
    },
  ];
  const money = currencyCodes.flatMap((currency): readonly (readonly Head[])[] => {
    const now = insights.figures[currency];
    const then = before.figures[currency];
    if (now === undefined && then === undefined) return [];
    const named = { currency: currency.toUpperCase() };
    const figure = (value: number) => write.amount(value, currency);
    const inCurrency = (heading: string) => text('books.inCurrency', { heading, ...named });
    const head = (name: string, value: number, earlier: number): Head => ({
      name,
      figure: figure(value),
      change: tipChange(change(value, earlier, figure)),
    });
    const kept = now?.kept ?? null;
    return [
      [
        head(text('tips.total', named), now?.received ?? 0, then?.received ?? 0),
        head(inCurrency(text('insights.received')), now?.afterRefunds ?? 0, then?.afterRefunds ?? 0),
        ...(kept === null
          ? []
          : [
              {
                name: inCurrency(text('books.kept')),
                figure: figure(kept),
                change: then?.kept === null ? null : tipChange(change(kept, then?.kept ?? 0, figure)),
              },
            ]),
      ],
    ];
  });
  return (
    <>
      {/* The sums of a currency stand in a row of their own. */}
      {[counts, ...money].map((heads) => (
        <dl key={heads[0]?.name} className={styles.heads}>
          {heads.map(({ name, figure, change: its }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className={styles.figure}>{figure}</span>
                {its !== null && <span className={styles.change}>{its}</span>}
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <Text size="sm" c="dimmed" mb="lg">
        {text(hasNone ? 'insights.nothingBefore' : 'insights.comparedWith', span)}
        {cut && ` ${text('insights.cutBefore')}`}
      </Text>
    </>
  );
}
