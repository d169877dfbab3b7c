import type { Field, Fields, Values } from '@gantry/core';
import { useRef, useState } from 'react';
import { createEditedText } from '../parts/input/edited-text.ts';
import { useTui } from '../parts/tui-context.ts';
import { type ChooseReference, chooseReference, type Found } from './choose-reference.tsx';
import type { FormState } from './form-state.ts';
import { type Draft, toEditedText } from './inputs.ts';

type Refer = (words: string, choose?: ChooseReference) => Promise<void>;

/** Looks for a record that a field may refer to, one search at a time; `giveUp` ends it, and says whether there was one. */
export function useRefer(field: Field | undefined, set: (draft: Draft) => void, onFound: (found: Found) => void) {
  const tui = useTui();
  const looking = useRef<AbortController | null>(null);
  const refer: Refer = async (words, choose = chooseReference) => {
    if (field?.kind !== 'reference' || looking.current) return;
    const search = new AbortController();
    looking.current = search;
    const found = await choose(field, words, tui, search.signal);
    if (looking.current === search) looking.current = null;
    if (!found) return;
    onFound(found);
    set(createEditedText(String(found.id)));
    tui.localize(`${found.label} #${found.id}`);
  };
  const giveUp = () => {
    const was = looking.current;
    was?.abort();
    looking.current = null;
    return was !== null;
  };
  return { refer, giveUp };
}

/** The name that was typed where a record's number belongs; empty for a number, for nothing, and for every other field. */
export function getTypedName(field: Field | undefined, draft: Draft | undefined): string {
  const words = field?.kind === 'reference' ? toEditedText(draft ?? null).value.trim() : '';
  return /^#?\d+$/.test(words) ? '' : words;
}

/** What the records are called that the fields of a form refer to: as the values say, or as they were found since. */
export function useCalled(fields: Fields, values: Values, drafts: FormState['drafts']) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const keyOf = (name: string, id: string) => `${name} ${id}`;
  const called = (name: string): string => {
    if (fields[name]?.kind !== 'reference') return '';
    const id = toEditedText(drafts[name]).value.trim();
    const label = id !== '' && String(values[name] ?? '') === id ? values[`${name}Label`] : undefined;
    return found[keyOf(name, id)] ?? (typeof label === 'string' ? label : '');
  };
  const learn = (name: string, { id, label }: Found) =>
    setFound((known) => ({ ...known, [keyOf(name, String(id))]: label }));
  return { called, learn };
}
