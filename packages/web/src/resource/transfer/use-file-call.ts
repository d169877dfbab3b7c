import { useConfig, useFailures } from '../../app/api/index.ts';
import { useLocale } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';

/** Makes a call that answers a file; it rejects like any call. */
export function useFileCall() {
  const locale = useLocale();
  const failures = useFailures();
  const { apiBaseUrl } = useConfig();
  const { host } = useSession();
  return async (call: string, body: unknown, signal: AbortSignal, onBytes: (bytes: number) => void) => {
    // What reads files is no part of a list that is only looked at.
    const { fetchFile } = await import('./fetch-file.ts');
    return fetchFile({ locale, failures, apiBaseUrl, token: host.session.token() }, { call, body, signal, onBytes });
  };
}
