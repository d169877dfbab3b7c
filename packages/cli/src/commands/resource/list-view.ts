import { type AnyResource, decodeListState, type SavedView, type ViewsAnswer, viewCalls } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import type { ViewedList } from './viewed-list.ts';

/** Finds a view by name or id. A view of one's own precedes a shared one of the same name. */
function findView(views: readonly SavedView[], given: string): SavedView | undefined {
  return views.find((view) => view.name === given) ?? views.find((view) => String(view.id) === given);
}

/** Reads a saved view as the parameters of a list call. */
export async function readView(given: string, resource: AnyResource, context: Context): Promise<ViewedList> {
  const client = await context.client();
  const { views } = await client.call<ViewsAnswer>(viewCalls.viewList.path, { resource: resource.name });
  const view = findView(views, given);
  if (view) return decodeListState((name) => view.query[name] ?? null);
  const names = views.map(({ name }) => name).join(', ');
  throw new CliError(context.t('cli.noView', { name: given, names: names === '' ? '–' : names }), exitCodes.notFound);
}
