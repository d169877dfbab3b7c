import { can, encodeListState, initialListState, type ResourceSketch, resourceNamed, type Usage } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { useSession } from '../../session/index.ts';
import { addressOf, useHost } from '../resource-host.tsx';
import { useSketches } from '../use-definition.tsx';

interface UsageListProps {
  /** Of the record that cannot go. */
  readonly id: number;
  readonly usages: readonly Usage[];
}

/** What still refers to a record; each leads to the list of just those, for whoever may see it. */
export function UsageList({ id, usages }: UsageListProps) {
  const t = useWords();
  const say = useSay();
  const { rights } = useSession();
  const { outline } = useHost();
  const sketches = useSketches();
  return (
    <ul>
      {usages.map((usage) => {
        const named = resourceNamed(outline, usage.resource);
        const other = resourceNamed({ resources: sketches.data ?? [] }, usage.resource);
        const words = t('resource.delete.usage', {
          name: named ? say(named.label) : usage.resource,
          count: usage.count,
        });
        return (
          <li key={`${usage.resource} ${usage.field}`}>
            {other && can(rights, other, 'list') ? (
              <Link className="plain-link" to={addressOf(outline, other, listOf(other, usage.field, id))}>
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
function listOf(resource: ResourceSketch, field: string, id: number): Record<string, string> {
  if (!resource.list.filters?.includes(field)) return {};
  return encodeListState({ ...initialListState(), filters: { [field]: [id] } });
}
