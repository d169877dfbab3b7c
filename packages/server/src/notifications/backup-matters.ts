import { backup } from '@gantry/core';
import { type Matter, routeTo } from './matters.ts';

/** A backup could not be taken, or is not whole any more. */
export function backupFailed(id: number, name: string, why: string): Matter {
  return {
    type: 'todo',
    event: 'backupFailed',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `backupFailed ${id}`,
    params: { name, why: why.slice(0, 200) },
    route: routeTo(backup, { id: [id] }),
  };
}
