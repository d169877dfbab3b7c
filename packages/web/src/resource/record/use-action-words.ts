import { getActionLabel, type ResourceSkeleton } from '@gantry/core';
import { useLocale } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';

/**
 * Returns a function that labels an audited action: a verb or an action of the resource. Unknown names are returned unchanged.
 */
export function useActionLabel(): (resource: Pick<ResourceSkeleton, 'actions'> | null, name: string) => string {
  const t = useWords();
  const locale = useLocale();
  return (resource, name) => getActionLabel(resource, name, { locale, t });
}
