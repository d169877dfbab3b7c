import {
  agent,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  menuItem,
  miniApp,
  tableName,
} from '@gantry/core';
import type { Guarded, Rule } from '../../platform/engine/record-actions/guarded-writes.ts';

const words = {
  internal: { zh: '页面以 / 开头', en: 'A page must start with /' },
  external: { zh: '链接以 https:// 开头', en: 'A link must start with https://' },
} as const satisfies Record<string, LocalizedText>;

/** Resources whose records are named by their key. */
const keyed: Readonly<Record<string, string>> = { app: miniApp.name, agent: agent.name };

/** A menu item leads somewhere: to a page, an address, or an app or agent that there is. */
export const checkMenu: Rule = async ({ tx, values, caller }: Guarded): Promise<FieldErrors | null> => {
  const { kind } = values;
  const target = String(values.target);
  if (kind === 'internal')
    return /^\/(?!\/)[^\s]*$/.test(target) ? null : { target: [localize(words.internal, caller.locale)] };
  if (kind === 'external')
    return /^https:\/\/[^\s]+$/.test(target) ? null : { target: [localize(words.external, caller.locale)] };
  const name = keyed[String(kind)];
  if (name === undefined) return null;
  const found = await tx.selectFrom(tableName(name)).select('id').where('key', '=', target).executeTakeFirst();
  const label = localize(menuItem.fields.target.label, caller.locale);
  return found ? null : { target: [formatRejection('reference', label, caller.t)] };
};
