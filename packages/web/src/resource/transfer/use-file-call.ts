import { useConfig, useFailures } from '../../app/api/index.ts';
import { useLocale } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';

/** Returns a function for calls that respond with a file. Rejects like any call. */
export function useFileCall() {
  const locale = useLocale();
  const failures = useFailures();
  const { apiBaseUrl } = useConfig();
  const { host } = useSession();
  return async (call: string, body: unknown, signal: AbortSignal, onBytes: (bytes: number) => void) => {
    // The code that reads files is not loaded with the list.
    const { fetchFile } = await import('./fetch-file.ts');
    return fetchFile({ locale, failures, apiBaseUrl, token: host.session.token() }, { call, body, signal, onBytes });
  };
}
