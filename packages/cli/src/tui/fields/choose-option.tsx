import { type ChoicePreset, type Field, type Fields, localize } from '@gantry/core';
import type { Key } from '../driver/key-hub.ts';
import { CheckList } from '../parts/check-list.tsx';
import { getMenuHeight, Menu, measureMenuHeight } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { type Draft, getControl } from './inputs.ts';

/** Opens the options of a field at the foot and gives what was chosen; undefined when it was left. */
export async function chooseFor(tui: Tui, fields: Fields, name: string, draft: Draft): Promise<Draft | undefined> {
  const field = fields[name];
  if (!field || !('options' in field)) return undefined;
  const options = Object.entries(field.options).map(([value, words]) => ({
    value,
    label: localize(words, tui.locale),
  }));
  const title = localize(field.label, tui.locale);
  if (field.kind === 'choices') {
    const preset = field.presets ? await choosePreset(tui, title, field.presets) : 'own';
    if (preset !== 'own') return preset ?? undefined;
    const picked = Array.isArray(draft) ? draft.map(String) : [];
    const found = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
      <CheckList title={title} options={options} picked={picked} onDone={close} />
    ));
    return found ?? undefined;
  }
  const items = field.required ? options : [{ value: '', label: tui.t('common.none') }, ...options];
  const initial = Math.max(
    0,
    items.findIndex((item) => item.value === draft),
  );
  const found = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} initial={initial} onDone={close} />
  ));
  return found === null ? undefined : found === '' ? null : found;
}

/** No preset is called like this. */
const ownChoice = '';

/** Opens the presets of a field and gives the values of the chosen one; `own` when the options are to be chosen one by one. */
async function choosePreset(
  tui: Tui,
  title: string,
  presets: Readonly<Record<string, ChoicePreset>>,
): Promise<readonly string[] | 'own' | null> {
  const items = [
    ...Object.entries(presets).map(([value, { help, ...label }]) => ({
      value,
      label: localize(label, tui.locale),
      note: localize(help, tui.locale),
    })),
    { value: ownChoice, label: tui.t('tui.ownChoice') },
  ];
  const found = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  return found === ownChoice ? 'own' : found === null ? null : (presets[found]?.values ?? null);
}

/** The option that a letter or a digit selects: the next one that starts with it, or the one at that position. */
function typedOption(field: Field | undefined, from: number, text: string, { locale }: Tui): string | undefined {
  if (!field || !('options' in field) || text.trim() === '') return undefined;
  const options = Object.entries(field.options);
  const typed = text.toLowerCase();
  const begins = ([value, words]: (typeof options)[number]) =>
    localize(words, locale).toLowerCase().startsWith(typed) || value.toLowerCase().startsWith(typed);
  const next = [...options.slice(from), ...options.slice(0, from)].find(begins);
  return next?.[0] ?? options[Number(text) - 1]?.[0];
}

/** Some of the options, with one more or one fewer. */
function toggled(draft: Draft, option: string): Draft {
  const picked = Array.isArray(draft) ? draft.map(String) : [];
  return picked.includes(option) ? picked.filter((one) => one !== option) : [...picked, option];
}

/** The option before or after the chosen one. */
function turned(fields: Fields, name: string, draft: Draft, step: number): Draft {
  const field = fields[name];
  if (field?.kind !== 'choice') return draft;
  const values = Object.keys(field.options);
  return values[(values.indexOf(String(draft)) + step + values.length) % values.length] ?? draft;
}

/** What a key makes of a field that is chosen rather than typed; undefined when it asks for the options. */
export function chooseByKey(key: Key, fields: Fields, name: string, draft: Draft, tui: Tui): Draft | undefined {
  const field = fields[name];
  const control = field ? getControl(field) : 'none';
  if (control === 'switch') return ['space', 'left', 'right'].includes(key.name) ? draft !== true : draft;
  if (key.name === 'space') return undefined;
  if (control === 'choices') {
    const option = typedOption(field, 0, key.text, tui);
    return option === undefined ? draft : toggled(draft, option);
  }
  if (control !== 'choice') return draft;
  if (key.name === 'left' || key.name === 'right') return turned(fields, name, draft, key.name === 'left' ? -1 : 1);
  const at = field && 'options' in field ? Object.keys(field.options).indexOf(String(draft)) : -1;
  return typedOption(field, at + 1, key.text, tui) ?? draft;
}
