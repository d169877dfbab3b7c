import type { LocalizedText } from '@gantry/core';
import * as z from 'zod/mini';
import type { RowOf } from '../../platform/store/database.ts';

const name = z.string().check(z.minLength(1), z.maxLength(128));
const pairs = z.array(z.strictObject({ ours: name, theirs: name })).check(z.maxLength(500));
/** As maps were written before they had rows. */
const named = z.record(name, name);

const words = {
  form: {
    zh: '每项须有 ours（平台标识）与 theirs（上游标识）',
    en: 'Each entry needs ours (our model ID) and theirs (the upstream’s ID).',
  },
  twice: { zh: '同一平台标识只能有一项', en: 'Each of our model IDs may appear only once.' },
} as const satisfies Record<string, LocalizedText>;

/** Why this is no map of models, or null. None at all is fine. */
export function validateModelMap(value: unknown): LocalizedText | null {
  if (value === null) return null;
  const list = pairs.safeParse(value);
  if (!list.success) return !Array.isArray(value) && named.safeParse(value).success ? null : words.form;
  return new Set(list.data.map(({ ours }) => ours)).size === list.data.length ? null : words.twice;
}

/** The name by which the upstream of a key knows a model. */
export function mapToUpstreamModel(row: RowOf<'api_keys'>, model: string): string {
  const map: unknown = typeof row.model_map === 'string' ? JSON.parse(row.model_map) : null;
  const list = pairs.safeParse(map);
  if (list.success) return list.data.find(({ ours }) => ours === model)?.theirs ?? model;
  const theirs: unknown = Object.hasOwn(Object(map), model) ? Reflect.get(Object(map), model) : null;
  return typeof theirs === 'string' && theirs !== '' ? theirs : model;
}
