import {
  agent,
  carousel,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  menuGroup,
  menuItem,
  miniApp,
  tableName,
} from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { cloneRecord } from '../../platform/engine/record-actions/clone-record.ts';
import { createGuardedWrites, type Guarded, type Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import { mergeRecord } from '../../platform/engine/record-actions/merge-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import { type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { checkNoticeTimes } from './publish-notice.ts';

const words = {
  internal: { zh: '页面以 / 开头', en: 'A page must start with /' },
  external: { zh: '链接以 https:// 开头', en: 'A link must start with https://' },
} as const satisfies Record<string, LocalizedText>;

/** Resources whose records are named by their key. */
const keyed: Readonly<Record<string, string>> = { app: miniApp.name, agent: agent.name };

/** A menu item leads somewhere: to a page, an address, or an app or agent that there is. */
const checkMenu: Rule = async ({ tx, values, caller }: Guarded): Promise<FieldErrors | null> => {
  const { kind } = values;
  const target = String(values.target);
  if (kind === 'internal')
    return /^\/(?!\/)[^\s]*$/.test(target) ? null : { target: [localize(words.internal, caller.locale)] };
  if (kind === 'external')
    return /^https:\/\/[^\s]+$/.test(target) ? null : { target: [localize(words.external, caller.locale)] };
  const name = keyed[String(kind)];
  if (name === undefined) return null;
  const found = await withNamedTables(tx)
    .selectFrom(tableName(name))
    .select('id')
    .where('key', '=', target)
    .executeTakeFirst();
  const label = localize(menuItem.fields.target.label, caller.locale);
  return found ? null : { target: [formatRejection('reference', label, caller.t)] };
};

/** Most groups, and most items, that are shown. */
const most = 500;

interface Viewer {
  readonly isSignedIn: boolean;
  readonly level: number;
  readonly platform: string;
}

function sees({ isSignedIn, level, platform }: Viewer, item: RowOf<'menu_items'>): boolean {
  const platforms = JSON.parse(item.platforms ?? '[]') as string[];
  const isHere = platforms.length === 0 || platforms.includes(platform);
  return isHere && (isSignedIn || item.login_required !== 1) && (item.required_vip_level ?? 0) <= level;
}

/** The menu as a user sees it; empty groups are not shown. */
const previewMenu: Operation = {
  async run({ tx, input, caller }) {
    const ofGroups = tx.selectFrom('menu_groups').selectAll().where('status', '=', 'enabled');
    const ofItems = tx.selectFrom('menu_items').selectAll().where('status', '=', 'enabled');
    const groups = await ofGroups.orderBy('sort').orderBy('id').limit(most).execute();
    const items = await ofItems.orderBy('sort').orderBy('id').limit(most).execute();
    const isMember = input.viewer === 'member';
    const viewer = {
      isSignedIn: input.viewer !== 'guest',
      level: isMember ? Number(input.vipLevel ?? 1) : 0,
      platform: String(input.platform),
    };
    const named = ({ name, name_en: nameEn }: Pick<RowOf<'menu_items'>, 'name' | 'name_en'>) =>
      caller.locale === 'zh-CN' ? name : (nameEn ?? name);
    const menu = groups.map((group) => {
      const own = items.filter((item) => item.group_id === group.id && sees(viewer, item));
      return { group: named(group), items: own.map((item) => `${named(item)} → ${item.target}`) };
    });
    const shown = menu.filter(({ items: own }) => own.length > 0);
    return { data: Object.fromEntries(shown.map(({ group, items: own }) => [group, own])) };
  },
};

export const modelOperations: Operations = {
  ...createOperationsFor(carousel, { reorder: reorderRecord }),
  ...createOperationsFor(menuGroup, { reorder: reorderRecord, merge: mergeRecord, preview: previewMenu }),
  ...createOperationsFor(menuItem, {
    reorder: reorderRecord,
    clone: cloneRecord,
    ...createGuardedWrites(menuItem, checkMenu),
  }),
};

export const modelChecks: RecordChecks = { [carousel.name]: checkNoticeTimes };
