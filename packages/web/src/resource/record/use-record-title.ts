import { type AnyResource, findResource, type ResourceSkeleton } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { getTitle, useHost } from '../resource-host.tsx';
import { createTitleOption } from '../use-title-of.ts';
import { useActionLabel } from './use-action-words.ts';

/** What a record is called over its fields: its title, else what it is, with its number. */
export function useRecordTitle(resource: AnyResource, skeletons: readonly ResourceSkeleton[]) {
  const t = useWords();
  const localize = useSay();
  const getActionLabel = useActionLabel();
  const { history } = useHost();
  return (id: number, record: FieldRecord | undefined): string => {
    const numbered = (name: string) => t('resource.record', { name, id });
    if (!record) return numbered(localize(resource.label));
    if (history?.name === resource.name)
      return numbered(
        getActionLabel(findResource({ resources: skeletons }, String(record.resource)), String(record.action)),
      );
    const option = createTitleOption(resource, record);
    if (option) return numbered(localize(option));
    return typeof record[resource.title] === 'string' ? getTitle(resource, record) : numbered(localize(resource.label));
  };
}
