import { menuGroup, menuItem, tableName } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Row } from '../../platform/store/database.ts';

/** Most groups, and most items, that are shown. */
const most = 500;

interface Viewer {
  readonly isSignedIn: boolean;
  readonly level: number;
  readonly platform: string;
}

function sees({ isSignedIn, level, platform }: Viewer, item: Row): boolean {
  const platforms = JSON.parse(String(item.platforms ?? '[]')) as string[];
  const isHere = platforms.length === 0 || platforms.includes(platform);
  return isHere && (isSignedIn || item.login_required !== 1) && Number(item.required_vip_level ?? 0) <= level;
}

/** The menu as somebody sees it; groups with nothing in them are not shown. */
export const previewMenu: Operation = {
  async run({ tx, input, caller }) {
    const enabled = (name: string) =>
      tx
        .selectFrom(tableName(name))
        .selectAll()
        .where('status', '=', 'enabled')
        .orderBy('sort')
        .orderBy('id')
        .limit(most)
        .execute();
    const [groups, items] = [await enabled(menuGroup.name), await enabled(menuItem.name)];
    const isMember = input.viewer === 'member';
    const viewer = {
      isSignedIn: input.viewer !== 'guest',
      level: isMember ? Number(input.vipLevel ?? 1) : 0,
      platform: String(input.platform),
    };
    const named = ({ name, name_en: nameEn }: Row) => String(caller.locale === 'zh-CN' ? name : (nameEn ?? name));
    const menu = groups.map((group) => {
      const own = items.filter((item) => item.group_id === group.id && sees(viewer, item));
      return { group: named(group), items: own.map((item) => `${named(item)} → ${String(item.target)}`) };
    });
    const shown = menu.filter(({ items: own }) => own.length > 0);
    return { data: Object.fromEntries(shown.map(({ group, items: own }) => [group, own])) };
  },
};
