import { otherDeeds, type ResourceSketch } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';

const verbs = ['create', 'update', 'delete', 'import', 'export', 'get', 'batch', 'list'] as const;

/** What was done, in words: a verb, or an action of the resource; another name as it is. */
export function useDeedWords(): (resource: Pick<ResourceSketch, 'actions'> | null, name: string) => string {
  const t = useWords();
  const say = useSay();
  return (resource, name) => {
    const verb = verbs.find((one) => one === name);
    if (verb) return t(`verb.${verb}`);
    if (name === 'undo') return t('resource.undo.undo');
    const label = resource?.actions?.[name]?.label ?? otherDeeds[name];
    return label ? say(label) : name;
  };
}
