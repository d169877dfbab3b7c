import { defaultCurrency, type Field, formatUnit, type Locale, localize } from '@gantry/core';
import { Box, Text } from 'ink';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { layoutText, TextArea } from '../parts/input/text-area.tsx';
import { TextInput } from '../parts/input/text-input.tsx';
import { cut, measureWidth, padCell } from '../parts/marks.ts';
import { useTui } from '../parts/tui-context.ts';
import { type Draft, getControl, toEditedText } from './inputs.ts';

export interface FieldBlockProps {
  readonly field: Field;
  readonly draft: Draft;
  readonly errors: readonly string[];
  readonly active: boolean;
  readonly labelWidth: number;
  readonly width: number;
  /** What the record is called whose number stands in it. */
  readonly called?: string;
  /** ISO 4217 code of its amounts. */
  readonly currency?: string;
}

/** Lines of a text that is not being typed at, and of one that is. */
const restLines = 2;
const typingLines = 5;

function areaLines(props: FieldBlockProps): number {
  const { lines } = layoutText(toEditedText(props.draft), props.width - props.labelWidth - 4);
  return props.active ? typingLines : Math.min(restLines, lines.length);
}

/** Lines of what is to be said of a field, at most. */
const maxBelow = 3;

/** What is said under a field: what is wrong with it, else its help while it is typed at. */
function linesBelow({ field, errors, active, labelWidth, width }: FieldBlockProps, locale: Locale): string[] {
  const lines = (words: string) =>
    wrapText(escapeControls(words), Math.max(8, width - labelWidth - 4), true).slice(0, maxBelow);
  if (errors.length > 0) return errors.flatMap(lines).map((line) => applyTone(line, 'bad'));
  return active && field.help ? lines(localize(field.help, locale)).map(renderDim) : [];
}

/** Lines that a field takes: its input, and what is said under it. */
export function blockHeight(props: FieldBlockProps, locale: Locale): number {
  const input = getControl(props.field) === 'area' ? areaLines(props) : 1;
  return input + linesBelow(props, locale).length;
}

/** What stands behind a value that is typed: its unit or currency, or what the record is called; a percentage is typed with its sign. */
function wordsBehind({ field, draft, called = '', currency = defaultCurrency }: FieldBlockProps, locale: Locale) {
  // Upstreams are paid in yuan.
  if (field.kind === 'money') return field.unsigned ? '' : field.decimals === 6 ? defaultCurrency : currency;
  if (field.kind !== 'integer') return escapeControls(called);
  if (!field.unit || field.notation === 'percent') return '';
  return formatUnit(Number(toEditedText(draft).value), field.unit, locale);
}

function optionWords(field: Field, value: string, locale: Locale): string {
  const option = 'options' in field ? field.options[value] : undefined;
  return option ? localize(option, locale) : value;
}

function hintFor(field: Field, t: ReturnType<typeof useTui>['t']): string {
  if (field.kind === 'time') return t('tui.hint.time');
  if (field.kind === 'date') return t('tui.hint.date');
  if (field.kind === 'color') return '#RRGGBB';
  if (field.kind === 'tags') return t('tui.hint.tags');
  if (field.kind === 'reference') return t('tui.hint.reference');
  return field.kind === 'image' ? t('tui.hint.image') : '';
}

/** The value of a field that is chosen rather than typed. */
function ChosenValue({ field, draft, active }: Pick<FieldBlockProps, 'field' | 'draft' | 'active'>) {
  const { marks, locale, t } = useTui();
  if (typeof draft === 'boolean') {
    const words = `${draft ? marks.on : marks.off} ${draft ? t('common.yes') : t('common.no')}`;
    return <Text>{active ? renderAccent(words) : words}</Text>;
  }
  const values = Array.isArray(draft) ? draft : typeof draft === 'string' ? [draft] : [];
  const words = values.map((value) => optionWords(field, String(value), locale)).join(', ');
  const shown = words === '' ? renderDim(t('common.none')) : active ? renderAccent(words) : words;
  const hint = `  ${t(field.kind === 'choice' ? 'tui.hint.choice' : 'tui.hint.choices')}`;
  return <Text wrap="truncate">{active ? `${shown} ${renderDim(marks.down + hint)}` : shown}</Text>;
}

function Input(props: FieldBlockProps) {
  const { t, locale, marks, currency } = useTui();
  const { field, draft, active, labelWidth, width } = props;
  const control = getControl(field);
  const space = width - labelWidth - 4;
  if (control === 'area')
    return <TextArea text={toEditedText(draft)} width={space} height={areaLines(props)} active={active} />;
  if (control === 'line' || control === 'hidden') {
    const text = toEditedText(draft);
    const behind = cut(
      wordsBehind({ ...(currency ? { currency } : {}), ...props }, locale),
      Math.floor(space / 2),
      marks,
    );
    const typed = Math.min(space - measureWidth(behind) - 1, measureWidth(text.value) + 1);
    return (
      <>
        <TextInput
          text={text}
          width={behind === '' ? space : typed}
          active={active}
          hidden={control === 'hidden'}
          placeholder={active ? hintFor(field, t) : ''}
        />
        {behind !== '' && <Text>{renderDim(behind)}</Text>}
      </>
    );
  }
  return <ChosenValue field={field} draft={draft} active={active} />;
}

/** One field of a form: its label, its input, and what is to be said of it. */
export function FieldBlock(props: FieldBlockProps) {
  const { locale, marks } = useTui();
  const { field, active, labelWidth, width } = props;
  const label = padCell(localize(field.label, locale) + (field.required ? ' *' : ''), labelWidth, marks);
  const indent = ' '.repeat(labelWidth + 4);
  const below = linesBelow(props, locale);
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      <Box>
        <Text>
          {active ? `${renderAccent(marks.pointer)} ${renderAccent(renderBold(label))}` : `  ${renderDim(label)}`}
          {'  '}
        </Text>
        <Input {...props} />
      </Box>
      {below.length > 0 && <Text>{below.map((line) => indent + line).join('\n')}</Text>}
    </Box>
  );
}
