import type { ServiceDeps, ServiceHandlers } from '../../clients/service/service-context.ts';
import { requireProvider } from '../identities/account-of-grant.ts';
import { signInAddress } from '../identities/ask-provider.ts';
import { bindIdentity } from '../identities/bind-by-identity.ts';
import { type ProviderKind, providerTable } from '../identities/provider.ts';
import { signInByIdentity } from '../identities/sign-in-by-identity.ts';

type Calls = 'identityProviders' | 'identityStart' | 'identitySignIn' | 'identityBind';

/** People sign in to the platform by an account of elsewhere; the platform's services see neither secret nor account. */
export function createIdentityHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database, outbound } = deps;
  return {
    async identityProviders() {
      const rows = await database.read
        .selectFrom(providerTable)
        .select(['code', 'name', 'kind'])
        .where('status', '=', 'enabled')
        .orderBy('id')
        .execute();
      const kindOf = (kind: unknown) => String(kind) as ProviderKind;
      return {
        items: rows.map(({ code, name, kind }) => ({ provider: String(code), name: String(name), kind: kindOf(kind) })),
      };
    },
    async identityStart({ provider, nonce = null, codeChallenge = null, ...options }) {
      const requested = await requireProvider(deps, provider);
      return { url: await signInAddress({ outbound }, requested, { ...options, nonce, codeChallenge }) };
    },
    identitySignIn: signInByIdentity(deps),
    identityBind: bindIdentity(deps),
  };
}
