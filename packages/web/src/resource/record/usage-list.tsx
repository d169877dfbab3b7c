import { can, createListState, encodeListState, findResource, type ResourceSkeleton, type Usage } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { createResourceAddress, useHost } from '../resource-host.tsx';
import { useSkeletons } from '../use-definition.tsx';

interface UsageListProps {
  /** Of the record that cannot go. */
  readonly id: number;
  readonly usages: readonly Usage[];
}

/** What still refers to a record; each leads to the list of just those, for whoever may see it. */
export function UsageList({ id, usages }: UsageListProps) {
  const t = useWords();
  const localize = useSay();
  const { rights } = useSession();
  const { outline } = useHost();
  const skeletons = useSkeletons();
  return (
    <ul>
      {usages.map((usage) => {
        const named = findResource(outline, usage.resource);
        const other = findResource({ resources: skeletons.data ?? [] }, usage.resource);
        const words = t('resource.delete.usage', {
          name: named ? localize(named.label) : usage.resource,
          count: usage.count,
        });
        return (
          <li key={`${usage.resource} ${usage.field}`}>
            {other && can(rights, other, 'list') ? (
              <Link className="plain-link" to={createResourceAddress(outline, other, listOf(other, usage.field, id))}>
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The list's state in the address, filtered where the field is a filter. */
function listOf(resource: ResourceSkeleton, field: string, id: number): Record<string, string> {
  if (!resource.list.filters?.includes(field)) return {};
  return encodeListState({ ...createListState(), filters: { [field]: [id] } });
}
