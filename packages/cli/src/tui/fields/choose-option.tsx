import { type ChoicePreset, type Field, type Fields, localize } from '@gantry/core';
import type { Key } from '../driver/key-hub.ts';
import { CheckList } from '../parts/check-list.tsx';
import { getMenuHeight, Menu, measureMenuHeight } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { type Draft, getControl } from './inputs.ts';

/** Opens a menu with the options of a field. Returns the new draft, or undefined when the menu was closed without a choice. */
export async function chooseOptions(tui: Tui, fields: Fields, name: string, draft: Draft): Promise<Draft | undefined> {
  const field = fields[name];
  if (!field || !('options' in field)) return undefined;
  const options = Object.entries(field.options).map(([value, optionLabel]) => ({
    value,
    label: localize(optionLabel, tui.locale),
  }));
  const title = localize(field.label, tui.locale);
  if (field.kind === 'choices') {
    const preset = field.presets ? await choosePreset(tui, title, field.presets) : 'custom';
    if (preset !== 'custom') return preset ?? undefined;
    const picked = Array.isArray(draft) ? draft.map(String) : [];
    const chosen = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
      <CheckList title={title} options={options} picked={picked} onDone={close} />
    ));
    return chosen ?? undefined;
  }
  const items = field.required ? options : [{ value: '', label: tui.t('common.none') }, ...options];
  const initial = Math.max(
    0,
    items.findIndex((item) => item.value === draft),
  );
  const chosen = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} initial={initial} onDone={close} />
  ));
  return chosen === null ? undefined : chosen === '' ? null : chosen;
}

/** The value of the menu item for a custom choice; no preset has this name. */
const customChoice = '';

/**
 * Opens a menu with the presets of a field. Returns the values of the chosen one; `custom` to choose single options; null for
 * none.
 */
async function choosePreset(
  tui: Tui,
  title: string,
  presets: Readonly<Record<string, ChoicePreset>>,
): Promise<readonly string[] | 'custom' | null> {
  const items = [
    ...Object.entries(presets).map(([value, { help, ...label }]) => ({
      value,
      label: localize(label, tui.locale),
      note: localize(help, tui.locale),
    })),
    { value: customChoice, label: tui.t('tui.ownChoice') },
  ];
  const chosen = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  return chosen === customChoice ? 'custom' : chosen === null ? null : (presets[chosen]?.values ?? null);
}

/** Finds the option for typed text: the next one that starts with it, or the one at the typed position (from 1). */
function findTypedOption(field: Field | undefined, from: number, text: string, { locale }: Tui): string | undefined {
  if (!field || !('options' in field) || text.trim() === '') return undefined;
  const options = Object.entries(field.options);
  const typed = text.toLowerCase();
  const matches = ([value, label]: (typeof options)[number]) =>
    localize(label, locale).toLowerCase().startsWith(typed) || value.toLowerCase().startsWith(typed);
  const next = [...options.slice(from), ...options.slice(0, from)].find(matches);
  return next?.[0] ?? options[Number(text) - 1]?.[0];
}

/** Adds an option to the chosen ones, or removes it. */
function toggleOption(draft: Draft, option: string): Draft {
  const picked = Array.isArray(draft) ? draft.map(String) : [];
  return picked.includes(option) ? picked.filter((one) => one !== option) : [...picked, option];
}

/** Returns the option before or after the chosen one. */
function stepOption(fields: Fields, name: string, draft: Draft, step: number): Draft {
  const field = fields[name];
  if (field?.kind !== 'choice') return draft;
  const values = Object.keys(field.options);
  return values[(values.indexOf(String(draft)) + step + values.length) % values.length] ?? draft;
}

/** Applies a key to a field that is chosen rather than typed. Returns the new draft, or undefined to open the options. */
export function chooseByKey(key: Key, fields: Fields, name: string, draft: Draft, tui: Tui): Draft | undefined {
  const field = fields[name];
  const control = field ? getControl(field) : 'none';
  if (control === 'switch') return ['space', 'left', 'right'].includes(key.name) ? draft !== true : draft;
  if (key.name === 'space') return undefined;
  if (control === 'choices') {
    const option = findTypedOption(field, 0, key.text, tui);
    return option === undefined ? draft : toggleOption(draft, option);
  }
  if (control !== 'choice') return draft;
  if (key.name === 'left' || key.name === 'right') return stepOption(fields, name, draft, key.name === 'left' ? -1 : 1);
  const at = field && 'options' in field ? Object.keys(field.options).indexOf(String(draft)) : -1;
  return findTypedOption(field, at + 1, key.text, tui) ?? draft;
}
