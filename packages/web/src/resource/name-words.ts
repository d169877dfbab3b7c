import type { AnyResource } from '@gantry/core';
import { useSay } from '../app/i18n/index.ts';

/** A name inside a sentence: `Banned word` is `banned word`, but `AI icon` and `PDF` stay. */
export function toSentenceCase(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** What a resource is called in the middle of a sentence. */
export function useNameOf(): (resource: Pick<AnyResource, 'label'>) => string {
  const localize = useSay();
  return (resource) => toSentenceCase(localize(resource.label));
}
