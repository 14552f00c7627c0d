/**
 * How a request is sent so that it carries nothing but what is put into it, and nothing of its answer
 * is kept.
 * @param method the method
 * @returns options of `fetch`
 */
export function bareRequest(method: string): RequestInit {
  return {
    method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // a POST is never kept; told not to, the browser asks for leave before every one
    ...(method === 'POST' ? {} : { cache: 'no-store' }),
  };
}
