import { regionalAgent } from '@gantry/core';
import { type Matter, routeTo } from '../notifications/matters.ts';

/** The contract of a regional agent is about to end; once a contract. */
export function agentEnding(id: number, name: string, endOn: string): Matter {
  return {
    type: 'todo',
    event: 'agentEnding',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `agentEnding ${id} ${endOn}`,
    params: { name, endOn },
    route: routeTo(regionalAgent, { id: [id] }),
  };
}
