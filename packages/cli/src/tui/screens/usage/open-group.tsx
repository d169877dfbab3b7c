import { filtersOfGroup, ledgerEntry, say, type UsageGroup, usageRecord, usageReport } from '@gantry/core';
import { Menu, menuHeight } from '../../parts/menu.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import type { Wish } from './usage-wish.tsx';

/** A list of this route, narrowed. */
function linkTo(name: string, filters: object): string {
  return `${usageReport.path}?${new URLSearchParams({ tab: name, f: JSON.stringify(filters) })}`;
}

/** What the page was narrowed by. */
type Narrowed = Pick<Wish, 'status' | 'minAmount'>;

/** Leads to the records of a group, or to the ledger of its user. */
export async function openGroup(group: UsageGroup, narrowed: Narrowed, tui: Tui): Promise<void> {
  const { user } = group.keys;
  const places = [
    { label: say(usageRecord.label, tui.locale), value: linkTo(usageRecord.name, filtersOfGroup(group, narrowed)) },
    ...(user
      ? [{ label: say(ledgerEntry.label, tui.locale), value: linkTo(ledgerEntry.name, { userId: [user] }) }]
      : []),
  ];
  const first = places[0];
  const chosen =
    places.length === 1 && first
      ? first.value
      : await tui.open<string | null>(menuHeight(places.length), (close) => (
          <Menu title={Object.values(group.labels).join(' ')} items={places} onDone={close} />
        ));
  if (chosen !== null) tui.go(chosen);
}
