import { type AnyResource, getResourcePath, type ImportAnswer } from '@gantry/core';
import type { Services } from '../context/context.ts';
import { Accepted, type RegisterCall } from '../http/call.ts';
import { toLoggable } from '../http/request-log.ts';
import { createImportFailedNotification } from './notification-types.ts';
import { notify } from './notify.ts';

type Deps = Pick<Services, 'catalogue' | 'database' | 'clock' | 'log'>;

function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
}

function countFailed(answer: unknown): number {
  return answer instanceof Accepted ? ((answer.data as Partial<ImportAnswer> | null)?.failed ?? 0) : 0;
}

/** Wraps import calls: the caller is notified of failed rows. Other calls are registered unchanged. */
export function notifyImports(register: RegisterCall, deps: Deps): RegisterCall {
  const imports = new Map<string, AnyResource>(
    deps.catalogue.resources.map((resource) => [getResourcePath(resource.name, 'import'), resource]),
  );
  return (spec, handler) => {
    const resource = imports.get(spec.path);
    if (!resource) return register(spec, handler);
    return register(spec, async (call) => {
      const answer = await handler(call);
      const failed = isDryRun(call.body) ? 0 : countFailed(answer);
      if (failed > 0) await notifyCaller(deps, call.caller.actor.id, resource, failed);
      return answer;
    });
  };
}

/** The rows are already imported: a failed notification must not fail the import. */
async function notifyCaller({ database, clock, log }: Deps, adminId: number, resource: AnyResource, failed: number) {
  try {
    const notification = createImportFailedNotification(adminId, resource, clock());
    await database.transaction((tx) => notify(tx, clock, notification, failed));
  } catch (error) {
    log.warn(toLoggable(error), 'an import could not be told');
  }
}
