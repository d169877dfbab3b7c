import { defaultCurrency, type Field, formatUnit, type Locale, localize } from '@gantry/core';
import { Box, Text } from 'ink';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { layoutText, TextArea } from '../parts/input/text-area.tsx';
import { TextInput } from '../parts/input/text-input.tsx';
import { cut, measureWidth, padCell } from '../parts/marks.ts';
import { useTui } from '../parts/tui-context.ts';
import { type Draft, getControl, toEditableText } from './inputs.ts';

export interface FieldBlockProps {
  readonly field: Field;
  readonly draft: Draft;
  readonly errors: readonly string[];
  readonly active: boolean;
  readonly labelWidth: number;
  readonly width: number;
  /** For a reference: the label of the record whose ID is the value. */
  readonly recordLabel?: string;
  /** ISO 4217 code for amounts. */
  readonly currency?: string;
}

/** Height of a text area in lines: the maximum while it is inactive, and the height while it is active. */
const inactiveAreaLines = 2;
const activeAreaLines = 5;

function getAreaHeight(props: FieldBlockProps): number {
  const { lines } = layoutText(toEditableText(props.draft), props.width - props.labelWidth - 4);
  return props.active ? activeAreaLines : Math.min(inactiveAreaLines, lines.length);
}

/** Maximum number of lines for each note under a field. */
const maxNoteLines = 3;

/** The notes under a field: its errors, or the help text while the field is active. */
function renderNotes({ field, errors, active, labelWidth, width }: FieldBlockProps, locale: Locale): string[] {
  const wrapNote = (text: string) =>
    wrapText(escapeControls(text), Math.max(8, width - labelWidth - 4), true).slice(0, maxNoteLines);
  if (errors.length > 0) return errors.flatMap(wrapNote).map((line) => applyTone(line, 'bad'));
  return active && field.help ? wrapNote(localize(field.help, locale)).map(renderDim) : [];
}

/** The height of a field in lines: its input and the notes under it. */
export function measureBlock(props: FieldBlockProps, locale: Locale): number {
  const input = getControl(props.field) === 'area' ? getAreaHeight(props) : 1;
  return input + renderNotes(props, locale).length;
}

/**
 * The text after an input: a unit, a currency or the label of the referenced record. A percentage has none, because its sign is
 * typed.
 */
function getSuffix({ field, draft, recordLabel = '', currency = defaultCurrency }: FieldBlockProps, locale: Locale) {
  // Amounts with 6 decimals are costs of upstream providers, which are paid in yuan.
  if (field.kind === 'money') return field.unsigned ? '' : field.decimals === 6 ? defaultCurrency : currency;
  if (field.kind !== 'integer') return escapeControls(recordLabel);
  if (!field.unit || field.notation === 'percent') return '';
  return formatUnit(Number(toEditableText(draft).value), field.unit, locale);
}

function getOptionLabel(field: Field, value: string, locale: Locale): string {
  const option = 'options' in field ? field.options[value] : undefined;
  return option ? localize(option, locale) : value;
}

function getHint(
  field: Field,
  { t, marks, locale }: Pick<ReturnType<typeof useTui>, 't' | 'marks' | 'locale'>,
): string {
  if (field.kind === 'text' && field.suggestions)
    return `${marks.arrow} ${field.suggestions.map((suggestion) => localize(suggestion, locale)).join(' / ')}`;
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
    const text = `${draft ? marks.on : marks.off} ${draft ? t('common.yes') : t('common.no')}`;
    return <Text>{active ? renderAccent(text) : text}</Text>;
  }
  const values = Array.isArray(draft) ? draft : typeof draft === 'string' ? [draft] : [];
  const labels = values.map((value) => getOptionLabel(field, String(value), locale)).join(', ');
  const shown = labels === '' ? renderDim(t('common.none')) : active ? renderAccent(labels) : labels;
  const hint = `  ${t(field.kind === 'choice' ? 'tui.hint.choice' : 'tui.hint.choices')}`;
  return <Text wrap="truncate">{active ? `${shown} ${renderDim(marks.down + hint)}` : shown}</Text>;
}

function Input(props: FieldBlockProps) {
  const { t, locale, marks, currency } = useTui();
  const { field, draft, active, labelWidth, width } = props;
  const control = getControl(field);
  const space = width - labelWidth - 4;
  if (control === 'area')
    return <TextArea text={toEditableText(draft)} width={space} height={getAreaHeight(props)} active={active} />;
  if (control === 'line' || control === 'hidden') {
    const text = toEditableText(draft);
    const suffix = cut(
      getSuffix({ ...(currency ? { currency } : {}), ...props }, locale),
      Math.floor(space / 2),
      marks,
    );
    const inputWidth = Math.min(space - measureWidth(suffix) - 1, measureWidth(text.value) + 1);
    return (
      <>
        <TextInput
          text={text}
          width={suffix === '' ? space : inputWidth}
          active={active}
          hidden={control === 'hidden'}
          placeholder={active ? getHint(field, { t, marks, locale }) : ''}
        />
        {suffix !== '' && <Text>{renderDim(suffix)}</Text>}
      </>
    );
  }
  return <ChosenValue field={field} draft={draft} active={active} />;
}

/** One field of a form: its label, its input and the notes under it. */
export function FieldBlock(props: FieldBlockProps) {
  const { locale, marks } = useTui();
  const { field, active, labelWidth, width } = props;
  const label = padCell(localize(field.label, locale) + (field.required ? ' *' : ''), labelWidth, marks);
  const indent = ' '.repeat(labelWidth + 4);
  const notes = renderNotes(props, locale);
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      <Box>
        <Text>
          {active ? `${renderAccent(marks.pointer)} ${renderAccent(renderBold(label))}` : `  ${renderDim(label)}`}
          {'  '}
        </Text>
        <Input {...props} />
      </Box>
      {notes.length > 0 && <Text>{notes.map((line) => indent + line).join('\n')}</Text>}
    </Box>
  );
}
