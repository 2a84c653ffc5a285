/** @tags reviews */
