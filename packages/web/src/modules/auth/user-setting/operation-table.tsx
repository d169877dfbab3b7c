import type { OperationLogItem } from '@gantry/core';
import { useFormat, useT } from '../../../app/i18n/index.ts';
import { Tag } from '../../../ui/index.ts';
import { PlainTable } from '../../../ui/parts/index.ts';

/** A table of actions with time, number of records and result. */
export function OperationTable({ items }: { readonly items: readonly OperationLogItem[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <PlainTable>
      <thead>
        <tr>
          <th scope="col">{t('console.user.time')}</th>
          <th scope="col">{t('console.user.what')}</th>
          <th scope="col" className="number">
            {t('console.user.records')}
          </th>
          <th scope="col">{t('console.user.result')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key}>
            <td className="full">{format.time(item.updateTime)}</td>
            <td>{item.updateContent}</td>
            <td className="number">{item.contentNumber}</td>
            <td>
              <Tag color={item.status === 1 ? 'green' : 'orange'}>
                {t(item.status === 1 ? 'console.user.done1' : 'console.user.done0')}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
