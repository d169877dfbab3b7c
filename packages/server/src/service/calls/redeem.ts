import { redeem } from '../../redeem/redeem.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

export function redeemHandlers({ keyring }: ServiceNeeds): ServiceHandlers<'redeemUse'> {
  return {
    redeemUse: ({ userId, code, ip }, { caller, write }) =>
      write(async (scope) => {
        const operator = { kind: 'service', id: caller.id } as const;
        const request = { userId, code, ip: ip ?? null, operator, locale: caller.locale };
        const { grants, batchId } = await redeem(scope, keyring, request);
        return { grants, batchId };
      }),
  };
}
