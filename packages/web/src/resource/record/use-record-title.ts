import { type AnyResource, type ResourceSketch, resourceNamed } from '@gantry/core';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { titleOf, useHost } from '../resource-host.tsx';
import { titleOption } from '../use-title-of.ts';
import { useDeedWords } from './use-deed-words.ts';

/** What a record is called over its fields: its title, else what it is, with its number. */
export function useRecordTitle(resource: AnyResource, sketches: readonly ResourceSketch[]) {
  const t = useWords();
  const say = useSay();
  const deedOf = useDeedWords();
  const { history } = useHost();
  return (id: number, record: FieldRecord | undefined): string => {
    const numbered = (name: string) => t('resource.record', { name, id });
    if (!record) return numbered(say(resource.label));
    if (history?.name === resource.name)
      return numbered(deedOf(resourceNamed({ resources: sketches }, String(record.resource)), String(record.action)));
    const option = titleOption(resource, record);
    if (option) return numbered(say(option));
    return typeof record[resource.title] === 'string' ? titleOf(resource, record) : numbered(say(resource.label));
  };
}
