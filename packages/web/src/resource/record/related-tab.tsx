import './record.css';
import {
  allFields,
  createRelatedFilters,
  type Field,
  getResourcePath,
  kebab,
  type ListAnswer,
  type Related,
} from '@gantry/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { FieldCell, type FieldRecord, useCalls, useReferences, useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { Empty, ErrorState, Loading } from '../../ui/parts/index.ts';
import { listShownColumns } from '../grid/columns.ts';
import { useNamesOf } from '../name-words.ts';

/** Records per request. */
const pageSize = 20;
/** Maximum number of columns in a drawer; the full list shows all of them. */
const maxColumns = 6;

interface RelatedTabProps {
  readonly related: Related;
  readonly id: number;
}

/** Returns the URL of the related list, filtered by the record. */
function createRelatedAddress(related: Related, id: number): string {
  const { path, name } = related.resource;
  return `${path}?${new URLSearchParams({ tab: kebab(name), f: JSON.stringify(createRelatedFilters(related, id)) })}`;
}

/** Records that refer to this one, newest first, each with a link to its page. */
export function RelatedTab({ related, id }: RelatedTabProps) {
  const { resource, field } = related;
  const t = useWords();
  const namesOf = useNamesOf();
  const format = useFormat();
  const calls = useCalls();
  const { role } = useSession();
  const names = listShownColumns(resource, role, null).filter((name) => name !== field);
  const columns = names.slice(0, maxColumns);
  const found = useInfiniteQuery({
    queryKey: ['related', related.key, id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const body = { pageSize, filters: createRelatedFilters(related, id), columns, cursor: pageParam };
      return calls.call<ListAnswer>(getResourcePath(resource.name, 'list'), body, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
  if (found.isPending) return <Loading />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const items = found.data.pages.flatMap((page) => page.items);
  const first = found.data.pages[0];
  if (!first || items.length === 0) return <Empty title={t('resource.related.empty', { names: namesOf(resource) })} />;
  const count = `${format.number(first.total)}${first.totalIsCapped ? '+' : ''}`;
  return (
    <div className="record-panel">
      <div className="related-head">
        <span>{t('resource.related.total', { count })}</span>
        <Link to={createRelatedAddress(related, id)} className="cell-link">
          {t('resource.related.open')}
        </Link>
      </div>
      <RelatedTable related={related} columns={columns} items={items} />
      {found.hasNextPage ? (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('resource.related.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface RelatedTableProps {
  readonly related: Related;
  readonly columns: readonly string[];
  readonly items: readonly FieldRecord[];
}

function RelatedTable({ related, columns, items }: RelatedTableProps) {
  const localize = useSay();
  const references = useReferences();
  const fields: Readonly<Record<string, Field>> = allFields(related.resource);
  const known = columns.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, field }] : [];
  });
  return (
    <div className="related-scroll">
      <table className="related">
        <caption className="unseen">{localize(related.resource.label)}</caption>
        <thead>
          <tr>
            <th scope="col">ID</th>
            {known.map(({ name, field }) => (
              <th key={name} scope="col">
                {localize(field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((record) => {
            const link = references.link(related.resource.name, Number(record.id));
            return (
              <tr key={String(record.id)}>
                <th scope="row">
                  {link === null ? (
                    `#${String(record.id)}`
                  ) : (
                    <Link to={link} className="cell-link">{`#${String(record.id)}`}</Link>
                  )}
                </th>
                {known.map(({ name, field }) => (
                  <td key={name}>
                    <FieldCell field={field} name={name} record={record} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
