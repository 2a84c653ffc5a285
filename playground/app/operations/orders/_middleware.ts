/** @tags orders */
