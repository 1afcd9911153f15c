import {
  Button,
  ColorInput,
  Group,
  Input,
  SegmentedControl,
  Skeleton,
  Slider,
  Stack,
  Text,
  useComputedColorScheme,
  type SegmentedControlProps,
} from '@mantine/core';
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { accentPattern, fonts, layouts, themes, tipButtonPlaces } from '@busker/core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { LookSettings } from './look-settings';
import styles from './profile.module.css';

extend([a11y]);

/** WCAG 1.4.11: the minimum contrast between a control and its background. */
const enough = 3;
const grounds = { light: '#ffffff', dark: '#111111' } as const;
type Ground = keyof typeof grounds;

export const isColour = (given: string): boolean => accentPattern.test(given);

/** The backgrounds on which a button of this colour is hard to see, with the contrast. */
export function weakGrounds(accent: string): readonly { readonly ground: Ground; readonly ratio: number }[] {
  if (!isColour(accent)) return [];
  return (['light', 'dark'] as const)
    .map((ground) => ({ ground, ratio: colord(accent).contrast(grounds[ground]) }))
    .filter(({ ratio }) => ratio < enough);
}

/** The nearest shade with enough contrast on both light and dark pages. */
export function repairedAccent(accent: string): string {
  const start = colord(accent);
  for (let step = 0; step <= 100; step += 1) {
    for (const shade of [start.darken(step / 100), start.lighten(step / 100)]) {
      if (weakGrounds(shade.toHex()).length === 0) return shade.toHex();
    }
  }
  return accent;
}

const swatches = ['#0b6e4f', '#1d5fd1', '#7a3ff2', '#c2255c', '#9a4a1c', '#8a6d00', '#5f6b76'];

const LookPicker = later(async () => (await import('./look-picker')).LookPicker);

/** The look of the page. The card has its accent, its colours and the corners of its buttons, too. */
export function LookPanel() {
  const text = useText();
  const scheme = useComputedColorScheme('light');
  const { draft, problems, edit, type } = useDraft();
  const { look, arrangement } = draft;
  return (
    <Panel id="look" heading={text('look.heading')}>
      <Stack gap="lg">
        <Input.Wrapper label={text('look.ready')} description={text('look.readyHint')} labelElement="div">
          <LoadBoundary>
            <Suspense fallback={<Skeleton height={420} />}>
              <LookPicker
                look={look.page}
                mode={look.theme === 'light' || look.theme === 'dark' ? look.theme : scheme}
                onTake={edit}
              />
            </Suspense>
          </LoadBoundary>
        </Input.Wrapper>
        <div>
          <ColorInput
            label={text('look.accent')}
            format="hex"
            swatches={swatches}
            swatchesPerRow={7}
            withEyeDropper={false}
            value={look.accent}
            onChange={(value) => type(setField(['look', 'accent'], value.toLowerCase()))}
            error={problems['look.accent'] ?? (isColour(look.accent) ? undefined : text('look.accentWrong'))}
          />
          <AccentAdvice
            accent={look.accent}
            onRepair={(value) => edit(setField(['look', 'accent'], value))}
          />
        </div>
        <Segments
          label={text('look.theme')}
          value={look.theme}
          onChange={(value) => edit(setField(['look', 'theme'], value))}
          data={themes.map((value) => ({ value, label: text(`look.theme.${value}`) }))}
        />
        <LookSettings />
        <Segments
          label={text('look.tipButton')}
          hint={text('look.tipButtonHint')}
          value={arrangement.tipButton}
          onChange={(value) => edit(setField(['arrangement', 'tipButton'], value))}
          data={tipButtonPlaces.map((value) => ({ value, label: text(`look.tipButton.${value}`) }))}
        />
      </Stack>
    </Panel>
  );
}

/** What holds only for the card. The page without a ready look has its corners and its font, as before there were looks. */
export function CardLookPanel() {
  const text = useText();
  const { draft, edit, type } = useDraft();
  const { look } = draft;
  return (
    <Panel id="card-look" heading={text('look.cardHeading')}>
      <Stack gap="lg">
        <Text size="sm">{text('look.cardHint')}</Text>
        <Segments
          label={text('look.layout')}
          value={look.layout}
          onChange={(value) => edit(setField(['look', 'layout'], value))}
          data={layouts.map((value) => ({ value, label: text(`look.layout.${value}`) }))}
        />
        {look.page.ready === 'classic' && look.page.shape === null && (
          <Input.Wrapper label={text('look.radiusLabel', { pixels: look.radius })} labelElement="div">
            <Slider
              min={0}
              max={32}
              step={2}
              thumbLabel={text('look.radius')}
              label={(pixels) => text('look.radiusValue', { pixels })}
              value={look.radius}
              onChange={(value) => type(setField(['look', 'radius'], value))}
            />
          </Input.Wrapper>
        )}
        <Segments
          label={text('look.font')}
          hint={text('look.fontHint')}
          value={look.font}
          onChange={(value) => edit(setField(['look', 'font'], value))}
          data={fonts.map((value) => ({ value, label: text(`look.font.${value}`) }))}
        />
      </Stack>
    </Panel>
  );
}

interface SegmentsProps extends Pick<SegmentedControlProps, 'value' | 'onChange' | 'data'> {
  readonly label: string;
  readonly hint?: string;
}

const Segments = ({ label, hint, ...control }: SegmentsProps) => (
  <Input.Wrapper label={label} description={hint} labelElement="div">
    <SegmentedControl className={styles.choice ?? ''} size="sm" aria-label={label} {...control} />
  </Input.Wrapper>
);

interface AccentAdviceProps {
  readonly accent: string;
  readonly onRepair: (accent: string) => void;
}

/** Warns when the colour is hard to see, and offers the nearest better one. */
function AccentAdvice({ accent, onRepair }: AccentAdviceProps) {
  const text = useText();
  const intl = useIntl();
  const weak = weakGrounds(accent);
  if (weak.length === 0) return null;
  const repaired = repairedAccent(accent);
  return (
    <Group gap="xs" mt={8} role="status">
      {weak.map(({ ground, ratio }) => (
        <Text key={ground} size="xs" className={styles.warning ?? ''}>
          {text(`look.weak.${ground}`, { ratio: intl.formatNumber(ratio, { maximumFractionDigits: 1 }) })}
        </Text>
      ))}
      <Button size="compact-xs" variant="default" onClick={() => onRepair(repaired)}>
        <span className={styles.swatch} style={{ background: repaired }} aria-hidden="true" />
        {text('look.repair', { colour: repaired })}
      </Button>
    </Group>
  );
}
