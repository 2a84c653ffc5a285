// Loaded before the server under test, with --expose-gc: on SIGUSR2 it prints the bytes that are left on the heap after a full collection,
// and the files, sockets and timers that are still open.
process.on('SIGUSR2', () => {
  globalThis.gc();
  setTimeout(() => {
    globalThis.gc();
    const open = process
      .getActiveResourcesInfo()
      .filter((kind) => kind === 'TCPSocketWrap' || kind === 'FSReqCallback');
    console.log(`heap ${process.memoryUsage().heapUsed} open ${open.length}`);
  }, 500);
});
