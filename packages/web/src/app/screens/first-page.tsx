import { createContext, useContext } from 'react';

const FirstPageContext = createContext(true);

/** Whether the first page can be rendered completely. The frame around it is rendered earlier. */
export const FirstPageProvider = FirstPageContext.Provider;

export function useFirstPageReady(): boolean {
  return useContext(FirstPageContext);
}
