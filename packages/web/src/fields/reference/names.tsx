import { useQueries } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useReferences } from '../reference-port.ts';

interface ReferenceNamesProps {
  readonly to: string;
  readonly ids: readonly unknown[];
}

/** Names of records; their IDs until the names are loaded. */
export function ReferenceNames({ to, ids }: ReferenceNamesProps) {
  const references = useReferences();
  const known = ids.filter((id): id is number => typeof id === 'number');
  const names = useQueries({
    queries: known.map((id) => ({
      queryKey: ['reference', to, 'label', id],
      queryFn: () => references.label(to, id),
    })),
  });
  return known.map((id, at) => (
    <Fragment key={id}>
      {at > 0 ? ', ' : null}
      <bdi>{names[at]?.data ?? `#${id}`}</bdi>
    </Fragment>
  ));
}
