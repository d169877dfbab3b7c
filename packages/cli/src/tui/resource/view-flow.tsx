import { type AnyResource, decodeListState, type ListAction, type ViewsAnswer, viewCalls } from '@gantry/core';
import { escapeControls } from '../../output/safe.ts';
import { getMenuHeight, Menu, type MenuItem } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';

/** Lets one choose a saved view of the list: its search, filters and order; null when none was chosen. */
export async function chooseView(resource: AnyResource, tui: Tui): Promise<ListAction | null> {
  const { views } = await tui.client.call<ViewsAnswer>(viewCalls.viewList.path, { resource: resource.name });
  const items: MenuItem<number>[] = [
    { label: tui.t('tui.plainView'), value: 0 },
    ...views.map(({ id, name, own, ownerName }) => ({
      label: escapeControls(name),
      value: id,
      ...(own ? {} : { note: escapeControls(ownerName) }),
    })),
  ];
  const chosen = await tui.open<number | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.savedView')} items={items} onDone={close} />
  ));
  if (chosen === null) return null;
  const query = views.find(({ id }) => id === chosen)?.query ?? {};
  const { keyword, filters, sort, columns } = decodeListState((name) => query[name] ?? null);
  return { type: 'view', keyword, filters, sort, columns };
}
