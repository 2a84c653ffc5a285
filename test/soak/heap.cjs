// Loaded before the server under test, with --expose-gc. On SIGUSR2 it prints the bytes on the heap after a full collection, and the kinds of
// the connections and files that are open.
const KINDS = ['TCPSocketWrap', 'FSReqCallback'];

process.on('SIGUSR2', () => {
  globalThis.gc();
  setTimeout(() => {
    globalThis.gc();
    const open = process.getActiveResourcesInfo().filter((kind) => KINDS.includes(kind));
    console.log(`heap ${process.memoryUsage().heapUsed} open ${open.join(' ')}`);
  }, 500);
});
