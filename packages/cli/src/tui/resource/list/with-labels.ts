import { type AnyResource, recordLabels } from '@gantry/core';
import type { Tui } from '../../parts/tui-context.ts';

/** A record with labels for its values, in the current language. */
export function withLabels<R extends Readonly<Record<string, unknown>>>(
  resource: AnyResource,
  record: R,
  tui: Pick<Tui, 'catalogue' | 'locale' | 't'>,
): R {
  const labels = recordLabels(resource, record, tui.catalogue, tui);
  return Object.keys(labels).length === 0 ? record : { ...record, ...labels };
}
