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

/** The platform's services: their calls take the same path as on the server. */
export interface Platform {
  readonly orders: OrderDeps;
  /** The secret that signs notifications of the sandbox gateway. */
  readonly sandboxSecret: string;
  /** Creates the service client. */
  open(maker: Player): Promise<void>;
  /** Resolves to null when the call is rejected, as for users without credits. */
  call<N extends Name>(name: N, body: ServiceBody<ServiceCalls[N]>): Promise<ServiceAnswer<ServiceCalls[N]> | null>;
}

/** The name of the service client, which live traffic uses to find it. */
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
