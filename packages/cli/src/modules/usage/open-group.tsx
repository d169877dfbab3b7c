import { ledgerEntry, localize, toGroupFilters, type UsageGroup, usageRecord, usageReport } from '@gantry/core';
import { Menu, measureMenuHeight } from '../../tui/parts/menu.tsx';
import type { Tui } from '../../tui/parts/tui-context.ts';
import type { UsageQuery } from './usage-query.tsx';

/** A list of this route, narrowed. */
function linkTo(name: string, filters: object): string {
  return `${usageReport.path}?${new URLSearchParams({ tab: name, f: JSON.stringify(filters) })}`;
}

/** What the page was narrowed by. */
type Narrowed = Pick<UsageQuery, 'status' | 'minAmount'>;

/** Leads to the records of a group, or to the ledger of its user. */
export async function openGroup(group: UsageGroup, narrowed: Narrowed, tui: Tui): Promise<void> {
  const { user } = group.keys;
  const targets = [
    {
      label: localize(usageRecord.label, tui.locale),
      value: linkTo(usageRecord.name, toGroupFilters(group, narrowed)),
    },
    ...(user
      ? [{ label: localize(ledgerEntry.label, tui.locale), value: linkTo(ledgerEntry.name, { userId: [user] }) }]
      : []),
  ];
  const first = targets[0];
  const chosen =
    targets.length === 1 && first
      ? first.value
      : await tui.open<string | null>(measureMenuHeight(targets.length), (close) => (
          <Menu title={Object.values(group.labels).join(' ')} items={targets} onDone={close} />
        ));
  if (chosen !== null) tui.go(chosen);
}
