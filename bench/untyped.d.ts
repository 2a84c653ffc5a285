// What the bench uses of packages that only those who run it install.

declare module 'find-my-way' {
  interface Router {
    on(method: string, path: string, handler: () => void, store: object): void;
    find(method: string, path: string): { readonly store: object; readonly params: object } | null;
  }
  export default function createRouter(): Router;
}

declare module 'memoirist' {
  export class Memoirist<T> {
    add(method: string, path: string, store: T): void;
    find(method: string, path: string): { readonly store: T; readonly params: object } | null;
  }
}

declare module 'rou3' {
  interface Router<T> {
    readonly data?: T;
  }
  export function createRouter<T>(): Router<T>;
  export function addRoute<T>(router: Router<T>, method: string, path: string, data: T): void;
  export function findRoute<T>(
    router: Router<T>,
    method: string,
    path: string,
  ): { readonly data: T; readonly params?: object } | undefined;
}
