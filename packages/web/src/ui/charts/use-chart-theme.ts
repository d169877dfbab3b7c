import { useSyncExternalStore } from 'react';

/** The attribute of the body that says which theme stands; charts are dark only when it is exactly `dark`. */
const attribute = 'arco-theme';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributes: true, attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** The theme that charts are drawn in, as the body says it. */
export function useChartTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (document.body.getAttribute(attribute) === 'dark' ? 'dark' : 'light'));
}
