import { totalCap } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { Empty } from '../../ui/parts/index.ts';
import type { ListUrl } from './use-list-url.ts';
import type { Rows } from './use-rows.ts';

interface BeyondPagesProps {
  readonly list: ListUrl;
  readonly rows: Rows;
}

/** Shown when the page in the URL does not exist or cannot be opened by its number: offers a page that can. */
export function BeyondPages({ list, rows }: BeyondPagesProps) {
  const t = useWords();
  const format = useFormat();
  const { page, pageSize } = list.state;
  const far = rows.isBeyond;
  const last = far ? Math.floor(totalCap / pageSize) + 1 : Math.max(1, Math.ceil((rows.total ?? 0) / pageSize));
  const words = { page: format.number(page), last: format.number(last) };
  return (
    <Empty
      title={t(far ? 'resource.list.beyondTitle' : 'resource.list.noPage', words)}
      hint={t(far ? 'resource.list.beyondHint' : 'resource.list.lastPage', words)}
      action={
        <span className="beyond-ways">
          <Button onClick={() => list.goTo(last, null)}>{t('resource.list.goToLast', words)}</Button>
          {far && rows.countAll ? (
            <Button type="primary" onClick={rows.countAll}>
              {t('resource.list.countAndGo')}
            </Button>
          ) : null}
        </span>
      }
    />
  );
}
