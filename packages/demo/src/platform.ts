import { randomBytes } from 'node:crypto';
import {
  ApiError,
  createTranslator,
  type ServiceAnswer,
  type ServiceBody,
  type ServiceCalls,
  serviceCalls,
} from '@gantry/core';
import { words } from '@gantry/core/words/zh-CN';
import type { OrderDeps } from '../../server/src/modules/orders/order-deps.ts';
import { createServiceHandlers } from '../../server/src/modules/server-modules.ts';
import { runServiceWrite, type ServiceContext } from '../../server/src/platform/service-api/service-context.ts';
import type { Player, Stage } from './stage.ts';

type Name = keyof ServiceCalls;

/** The platform's own services on the stage: their calls go the way that they go on the server. */
export interface Platform {
  readonly orders: OrderDeps;
  /** Signs what the sandbox gateway says. */
  readonly sandboxSecret: string;
  /** Makes the client of the services. */
  open(maker: Player): Promise<void>;
  /** Null when it is rejected, as for users without credits. */
  call<N extends Name>(name: N, body: ServiceBody<ServiceCalls[N]>): Promise<ServiceAnswer<ServiceCalls[N]> | null>;
}

/** The name of the client, by which a live run finds it. */
export const demoClient = '对话网关';

const t = createTranslator('zh-CN', words);

type AnyHandler = (body: never, context: ServiceContext) => Promise<unknown>;

export function createPlatform(stage: Stage): Platform {
  const { deps } = stage;
  const { orders } = deps;
  const handlers: Readonly<Record<string, AnyHandler>> = createServiceHandlers(deps);
  let client = 0;
  let calls = 0;
  return {
    orders,
    sandboxSecret: randomBytes(24).toString('base64url'),
    async open(maker) {
      const body = { name: demoClient, scopes: ['all'], ratePerMinute: 6_000 };
      client = (await stage.call<{ id: number }>('/service-client/create', body, maker)).id;
    },
    async call<N extends Name>(name: N, body: ServiceBody<ServiceCalls[N]>) {
      calls += 1;
      const requestId = `demo-service-${calls}`;
      const here = { ip: '10.20.0.2', locale: 'zh-CN', t } as const;
      const caller = { id: client, clientId: 'demo', name: demoClient, requestId, ...here } as const;
      const write: ServiceContext['write'] = (work, keeps) =>
        runServiceWrite(deps, { client, key: requestId, path: serviceCalls[name].path, body }, work, keeps);
      try {
        return (await handlers[name]?.(body as never, { caller, write, before: async () => null })) as ServiceAnswer<
          ServiceCalls[N]
        >;
      } catch (error) {
        if (error instanceof ApiError) return null;
        throw error;
      }
    },
  };
}
